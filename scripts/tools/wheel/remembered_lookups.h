/* What compiled code looks up by name again and again, remembered.
 *
 * mypyc reads an attribute of its own classes where it lies in memory. Attributes of all others, our
 * frozen structs among them, it asks for by name; so it does with what a module imports, and with
 * the type of a struct. Each of these answers stays the same until a type or a dict is changed, and
 * CPython gives both a version that then becomes another one, never used before. So an answer is
 * kept with the version it was given for, and asked for again when that is not the present one.
 *
 * It is included in every file that mypyc writes, behind the headers of mypyc, and changes nothing
 * but how long an answer takes.
 */
#ifndef REFEREE_REMEMBERED_LOOKUPS_H
#define REFEREE_REMEMBERED_LOOKUPS_H

#include <Python.h>
#include <structmember.h>
#include <CPy.h>

/* Without a lock threads would write the tables at the same time, and what a version of a type
 * promises is known of the releases up to 3.13; anywhere else everything is asked for each time. */
#if !defined(Py_GIL_DISABLED) && PY_VERSION_HEX < 0x030E0000

#define REMEMBERED 4096 /* Answers kept of each kind; a power of two. */

static inline size_t remembered_at(const void *one, const void *other) {
    /* Addresses are multiples of 16; those of strings lie close together, those of types do not. */
    return (((size_t)one >> 4) * 61 + ((size_t)other >> 4)) & (REMEMBERED - 1);
}

/* Attributes that are members of a type, such as the fields of a struct: where they lie. */

typedef struct {
    PyTypeObject *type;
    PyObject *name; /* Owned, so that no other name can come to lie at its address. */
    Py_ssize_t offset;
    unsigned int version;
} remembered_member;

static remembered_member remembered_members[REMEMBERED];

static PyObject *ask_module(PyObject *module, PyObject *name);

static CPy_NOINLINE PyObject *ask_for_attribute(
    PyObject *object, PyObject *name, remembered_member *known) {
    PyTypeObject *type = Py_TYPE(object);
    if (PyModule_CheckExact(object)) {
        return ask_module(object, name);
    }
    PyObject *found = PyObject_GetAttr(object, name);
    if (found == NULL || type->tp_getattro != PyObject_GenericGetAttr) {
        return found;
    }
    PyObject *descriptor = _PyType_Lookup(type, name);
    if (descriptor != NULL && Py_IS_TYPE(descriptor, &PyMemberDescr_Type)) {
        PyMemberDef *member = ((PyMemberDescrObject *)descriptor)->d_member;
        if (member->type == T_OBJECT_EX && PyType_IsSubtype(type, PyDescr_TYPE(descriptor))
            && type->tp_version_tag != 0) {
            known->type = type;
            Py_XSETREF(known->name, Py_NewRef(name));
            known->offset = member->offset;
            known->version = type->tp_version_tag;
        }
    }
    return found;
}

static inline PyObject *remembered_attribute(PyObject *object, PyObject *name) {
    PyTypeObject *type = Py_TYPE(object);
    remembered_member *known = &remembered_members[remembered_at(type, name)];
    if (likely(known->type == type && known->name == name
               && known->version == type->tp_version_tag)) {
        PyObject *found = *(PyObject **)((char *)object + known->offset);
        if (likely(found != NULL)) {
            return Py_NewRef(found);
        }
    }
    return ask_for_attribute(object, name, known);
}

#undef CPyObject_GetAttr
#define CPyObject_GetAttr remembered_attribute

/* Whether an object is of a class, where neither of both has its own idea of that. */

typedef struct {
    PyTypeObject *type;
    PyObject *asked;
    unsigned int version;
    unsigned int asked_version;
    int answer;
} remembered_class;

static remembered_class remembered_classes[REMEMBERED];

static CPy_NOINLINE int ask_for_class(PyObject *object, PyObject *asked, remembered_class *known) {
    PyTypeObject *type = Py_TYPE(object);
    int answer = PyObject_IsInstance(object, asked);
    if (answer < 0 || !PyType_Check(asked)) {
        return answer;
    }
    static PyObject *check_name, *class_name;
    if (check_name == NULL) {
        check_name = PyUnicode_InternFromString("__instancecheck__");
        class_name = PyUnicode_InternFromString("__class__");
        if (check_name == NULL || class_name == NULL) {
            PyErr_Clear();
            return answer;
        }
    }
    PyTypeObject *meta = Py_TYPE(asked);
    if (_PyType_Lookup(meta, check_name) == _PyType_Lookup(&PyType_Type, check_name)
        && _PyType_Lookup(type, class_name) == _PyType_Lookup(&PyBaseObject_Type, class_name)
        && type->tp_version_tag != 0 && meta->tp_version_tag != 0) {
        known->type = type;
        known->asked = asked;
        known->version = type->tp_version_tag;
        known->asked_version = meta->tp_version_tag;
        known->answer = answer;
    }
    return answer;
}

static inline int remembered_is_class(PyObject *object, PyObject *asked) {
    PyTypeObject *type = Py_TYPE(object);
    if ((PyObject *)type == asked) {
        return 1;
    }
    remembered_class *known = &remembered_classes[remembered_at(type, asked)];
    if (likely(known->type == type && known->asked == asked
               && known->version == type->tp_version_tag
               && known->asked_version == Py_TYPE(asked)->tp_version_tag)) {
        return known->answer;
    }
    return ask_for_class(object, asked, known);
}

static inline int remembered_is_instance(PyObject *object, PyObject *asked) {
    if (PyTuple_CheckExact(asked)) {
        for (Py_ssize_t index = 0; index < PyTuple_GET_SIZE(asked); index++) {
            PyObject *each = PyTuple_GET_ITEM(asked, index);
            if (unlikely(PyTuple_Check(each))) {
                return PyObject_IsInstance(object, asked);
            }
            int answer = remembered_is_class(object, each);
            if (answer != 0) {
                return answer;
            }
        }
        return 0;
    }
    return remembered_is_class(object, asked);
}

#define PyObject_IsInstance remembered_is_instance

/* Values of dicts that stay as they are: the names of a module above all. */

#if PY_VERSION_HEX < 0x030C0000

typedef struct {
    uint64_t version; /* No two dicts ever have the same. */
    PyObject *key;   /* Owned, as above. */
    PyObject *value; /* Kept alive by a dict as long as it has this version. */
} remembered_value;

static remembered_value remembered_values[REMEMBERED];

static CPy_NOINLINE PyObject *ask_dict(PyObject *dict, PyObject *key, remembered_value *known) {
    PyObject *found = CPyDict_GetItem(dict, key);
    if (found != NULL && PyDict_CheckExact(dict) && PyUnicode_CheckExact(key)) {
        known->version = ((PyDictObject *)dict)->ma_version_tag;
        Py_XSETREF(known->key, Py_NewRef(key));
        known->value = found;
    }
    return found;
}

static inline PyObject *remembered_item(PyObject *dict, PyObject *key) {
    remembered_value *known = &remembered_values[remembered_at(dict, key)];
    if (likely(known->key == key && PyDict_CheckExact(dict)
               && known->version == ((PyDictObject *)dict)->ma_version_tag)) {
        return Py_NewRef(known->value);
    }
    return ask_dict(dict, key, known);
}

static PyObject *ask_module(PyObject *module, PyObject *name) {
    PyObject *found = remembered_item(PyModule_GetDict(module), name);
    if (found != NULL) {
        return found;
    }
    /* Not everything that a module has is in its dict. */
    PyErr_Clear();
    return PyObject_GetAttr(module, name);
}

#define CPyDict_GetItem remembered_item

#else

static PyObject *ask_module(PyObject *module, PyObject *name) {
    return PyObject_GetAttr(module, name);
}

#endif
#endif
#endif
